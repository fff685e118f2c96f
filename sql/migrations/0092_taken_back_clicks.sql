-- For the history of a creator's earnings.
create index click_decisions_taken_back on click_decisions (creator_id) where action = 'reverse';
