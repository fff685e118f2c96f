-- Counters of attempts, in the shape that rate-limiter-flexible reads and writes. Losing them after
-- a crash costs nothing, so they are not logged.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);
create index rate_limits_expiry on rate_limits (expire);

grant select, insert, update, delete on rate_limits to fairclick_app;
