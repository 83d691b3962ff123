"""The sheets: registers as they come out of a spreadsheet, read row by row.

What is certain is taken, what is doubtful is held with its reason, and nothing is lost.
"""
