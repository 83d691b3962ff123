"""The law: pure functions of facts. Nothing here knows Flask, SQL or the clock.

(1)   delivery to the owner          delivery, dues
(2)   sale after ten days, surplus   sale, bidding, surplus, officers, ledger
(3)   who may not purchase           purchasers
(4)   fines, fees and expenses       cattle, fines, dues, orders

patterns looks back over sold lots for what deserves a person's look; it decides nothing.
readings holds what the Act leaves open, offices who may do what, case the JSON form of it all.
"""
