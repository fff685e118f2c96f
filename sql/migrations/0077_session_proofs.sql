-- When the owner last proved their identity in this session: by signing in, or when they were asked
-- again. Calls that move money or change how one signs in need a recent proof.
alter table sessions add column proved_at timestamptz;
update sessions set proved_at = created_at;
alter table sessions alter column proved_at set not null;
-- ISO code of the country that the address of the sign-in belonged to; null if unknown.
alter table sessions add column country text;
