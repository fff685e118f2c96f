-- Every click made before this moment has its verdict. One row, moved forward by settlement.
create table judged_up_to (
  only_row boolean primary key default true,
  watermark timestamptz not null,
  constraint judged_up_to_only_row check (only_row)
);

grant select, insert, update on judged_up_to to fairclick_app;
