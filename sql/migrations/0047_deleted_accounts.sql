-- Wallets of deleted accounts go back to their cards; every minute a job looks for such money.
create index users_deleted on users (deleted_at) where deleted_at is not null;
