-- Null: does not expire.
alter table operator_tokens add column expires_at timestamptz;
-- At most an hour old. Null: never used.
alter table operator_tokens add column last_used_at timestamptz;

-- The application can end tokens, and still cannot create them or make one valid again.
create function refuse_token_revival() returns trigger language plpgsql as $$
begin
  if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
    raise exception 'A revoked token stays revoked' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger operator_tokens_stay_revoked before update on operator_tokens
  for each row execute function refuse_token_revival();
grant update (revoked_at, last_used_at) on operator_tokens to fairclick_app;
