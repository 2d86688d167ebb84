"""What is said to people: one question's way, and the faces through which it is asked."""
