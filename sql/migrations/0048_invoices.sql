-- The invoice that Checkout creates for a payment; null if the deposit is not paid.
alter table deposits add column invoice_id text;

-- The configuration of Stripe's billing portal, which is created there once.
create table stripe_portal (
  only_row boolean primary key default true,
  configuration_id text not null,
  constraint stripe_portal_only_row check (only_row)
);
grant select, insert, update on stripe_portal to fairclick_app;
