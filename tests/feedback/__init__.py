"""What a student gets back."""
