"""What is done to notebooks: starter swap, reading, repair, harvest, leak audit.

Nothing here knows nbgrader's gradebook or runs a cell.
"""
