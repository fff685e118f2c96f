-- Until when an operator forgave a developer's disputes: earlier ones close no account.
create table dispute_pardons (
  user_id uuid primary key references users,
  pardoned_at timestamptz not null,
  operator_id uuid not null references operators,
  reason text not null
);
grant select, insert, update on dispute_pardons to fairclick_app;
