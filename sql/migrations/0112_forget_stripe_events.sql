-- Events that have had their effect go once Stripe can no longer deliver them again.
create index stripe_events_processed on stripe_events (processed_at) where processed_at is not null;

grant delete on stripe_events to fairclick_app;
