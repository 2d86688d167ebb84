"""What does a sentence claim that can be checked word by word? Figures, limits, duties, names."""
