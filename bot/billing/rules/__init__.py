"""The pure rules of money: exact from the second of a card to the last fen. No float, no clock, no storage.

Members are text ids everywhere (`str(member.id)` for rows), amounts are integer minor units, times are UTC
seconds, half-open; what is divided is a Fraction until its one rounding. The map:

allocation   allocate(total_minor, weights, tie=None) -> {member: minor}; by_hash(statement, line) -> Tie
             (tie None = the order of `weights`); round_shares(total_minor, exact, tie); half_up(fraction) -> int
shapes       Member Use Policy PolicyName Line Sponsor Payment Bill, and what a line is shared by:
             ByPolicy Weights One Among Subtotal Fixed Pieces(Piece…)
policies     Ground, policy_shares(amount, policy, ground) -> exact shares
keys         line_shares(amount, key, ground, above) -> exact shares of one line
statement    split(bill) -> Statement(lines, totals, balances, settlement); each line has shares, exact, fallback
settlement   settle(balances) -> Settlement(transfers, minimal); via_payer(balances, payer)
charging     the facts of a month: Claim Holders GivenUp How UseSpan CardSpan CreditRules MonthFacts
charged      charged_seconds(facts) -> Charged: per member booked_s used_s charged_s credited_s lost_s unseen_s, pieces
             for /why, and capacity_s == charged_s − doubled_s + idle_s + unknown_s + outage_s
moments      a card's time cut into stretches; seconds: who is charged for a second of one; reasons: why
months       month_window(year, month, zone) -> Window; month_of(at, zone); months_in(start, end, zone)
dated        Dated(from_at, what); in_force(rows, at); pieces(rows, start, end); cost_over(prices, start, end, unit_s);
             policy_pieces(costs, uses, capacities) and presence_pieces(stays, start, end) -> Pieces
advances     deposit_back(returned, advanced); use_prepaid(totals, prepaid); use_vouchers(totals, vouchers, at)
corrections  correction(line, closed, right) -> Line | None: what the next open month must add
currency     digits_of(currency), MOST_MINOR, checked_minor(amount)
upper        rmb_upper(minor) -> 人民币大写
document     bill_of(doc), statement_doc(statement), balances_doc(doc), settlement_doc(settlement): the schema of
             `pinka split` and `pinka settle`; document_keys reads keys and policies, fields checks each value

Errors are `Refusal`: `no_weights` (line), `bad_input` (reason, where, value), `unbalanced` (off_by_minor).
"""
