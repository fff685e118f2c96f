-- What waits too long or is wrong now. A row exists while the problem lasts: its insertion and its
-- deletion each write one notice for the operators, in their own transaction.
create table operator_problems (
  id uuid primary key,
  -- What found it, and about what: unique while it lasts.
  watch text not null,
  subject text not null,
  title text not null,
  began_at timestamptz not null,
  -- When it was last found: it is over some time after that.
  seen_at timestamptz not null,
  constraint operator_problems_once unique (watch, subject),
  constraint operator_problems_short check (length(watch) <= 60 and length(subject) <= 200)
);

grant select, insert, update, delete on operator_problems to fairclick_app;

create index notices_mail_failed on notices (id desc) where mail_status = 'failed';
create index notices_unread_by_operators on notices (id)
  where user_id is null and in_app and read_at is null;
