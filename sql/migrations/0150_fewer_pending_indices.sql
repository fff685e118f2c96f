-- A creator's waiting clicks are found by their links: one index less to keep for each click.
drop index pending_clicks_creator;
