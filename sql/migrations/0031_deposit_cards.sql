-- The card that paid a deposit, as Stripe names it; null if the deposit was not paid by card. The
-- fingerprint is the same for every payment with one card number.
alter table deposits
  add column card_fingerprint text,
  add column card_brand text,
  add column card_last4 text;
create index deposits_card on deposits (card_fingerprint) where card_fingerprint is not null;
