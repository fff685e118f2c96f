create table operators (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now(),
  constraint operators_name_taken unique (name)
);

create table operator_tokens (
  token_hash bytea primary key,
  operator_id uuid not null references operators,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint operator_tokens_hash_length check (octet_length(token_hash) = 32)
);

-- Who did what, why, and what it was before and after. Nothing here is ever changed.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null,
  actor_id uuid,
  action text not null,
  subject text not null,
  reason text,
  before jsonb,
  after jsonb,
  constraint audit_log_actor_kind check (actor_kind in ('user', 'operator', 'system'))
);
create index audit_log_subject on audit_log (subject, id desc);

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();

-- Operators are made with the owner's access to the database, never by the application.
grant select on operators, operator_tokens to fairclick_app;
grant select, insert on audit_log to fairclick_app;
