-- Clicks that settlement judged without the shadow, because an error that may pass, or lack of time, stopped
-- the shadow in their batch (docs/decisions/257). `in_a_row` counts such batches since it judged the last one.
create table policy_shadow_misses (
  shadow_id uuid not null references policy_shadows on delete cascade,
  shard smallint not null,
  clicks bigint not null,
  in_a_row integer not null,
  failure text not null,
  primary key (shadow_id, shard),
  constraint policy_shadow_misses_lengths check (length(failure) <= 500)
);
grant select, insert on policy_shadow_misses to fairclick_app;
grant update (clicks, in_a_row, failure) on policy_shadow_misses to fairclick_app;
