-- What people are told. A notice is written by the transaction of the change that it reports, one
-- row per recipient: it exists exactly if the change does. The mail of a notice is sent afterwards.

create table notices (
  id uuid primary key,
  -- Null: for the operators. No foreign key: settlement writes notices, and must not wait for a lock
  -- on a user's row.
  user_id uuid,
  kind text not null,
  data jsonb not null,
  -- A second notice of the same kind and key is dropped.
  dedupe_key text,
  at timestamptz not null default now(),
  -- False: the notice is sent as a mail only.
  in_app boolean not null,
  read_at timestamptz,
  -- Null: no mail. skipped: the recipient does not want it, or it cannot be sent.
  mail_status text,
  -- Null: the user's current address.
  mail_to text,
  mail_attempts int not null default 0,
  -- Not to be sent before this moment: a worker sends it now, or the mail server is to be retried.
  mail_due_at timestamptz,
  mail_sent_at timestamptz,
  mail_problem text,
  constraint notices_dedupe_key check (length(dedupe_key) <= 200),
  constraint notices_mail_status check (mail_status in ('queued', 'sent', 'skipped', 'failed')),
  constraint notices_mail_due check ((mail_status = 'queued') = (mail_due_at is not null))
);
create unique index notices_once on notices (kind, dedupe_key, user_id) nulls not distinct
  where dedupe_key is not null;
create index notices_newest on notices (user_id, id desc) where in_app;
create index notices_unread on notices (user_id) where in_app and read_at is null;
create index notices_mail_due on notices (mail_due_at) where mail_status = 'queued';
create index notices_mailed on notices (user_id, mail_sent_at) where mail_status = 'sent';
create index notices_oldest on notices (at);

create function notify_notice() returns trigger language plpgsql set search_path = public as $$
begin
  perform pg_notify('notice', coalesce(new.user_id::text, ''));
  return null;
end $$;
create trigger notices_notify after insert on notices for each row when (new.in_app)
  execute function notify_notice();

-- Mails that a user switched off.
create table mail_opt_outs (
  user_id uuid not null references users,
  kind text not null,
  at timestamptz not null default now(),
  primary key (user_id, kind)
);

-- Addresses that no mail is sent to, because a mail server said that they do not exist.
create table suppressed_addresses (
  address text primary key,
  reason text not null,
  at timestamptz not null default now(),
  constraint suppressed_addresses_lowercase check (address = lower(address))
);

-- One-time links in mails. Only the hash is stored; the token is made when the mail is sent.
create table mail_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users,
  purpose text not null,
  -- The address that the link was sent to: it proves that address and no other.
  address text not null,
  expires_at timestamptz not null
);
create index mail_tokens_user on mail_tokens (user_id, purpose);
create index mail_tokens_expired on mail_tokens (expires_at);

grant select, insert, update, delete on notices, mail_opt_outs, suppressed_addresses, mail_tokens
  to fairclick_app;
