-- Operators look up who else was signed in somewhere, and which accounts a payout account belonged to.
create index presences_place on presences (kind, key);
create index deposit_places_place on deposit_places (kind, key);
create index withdrawals_account on withdrawals (stripe_account_id);
