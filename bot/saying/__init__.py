"""What is said to people, and in which words, whatever the service that shows it."""
