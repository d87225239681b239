-- The text by which two responses of one writer and version are compared, as JSON and by its characters. A function of its own, because
-- `concat` and `array_to_string` count as depending on settings, although no setting changes these values; a database that is spread over
-- several machines merges rows by immutable functions only.

create function tie_text(responses smallint[], rich_response text, is_marked boolean, is_visited boolean, verified boolean, solution_request_time int)
  returns text language plpgsql immutable parallel safe
  as $$ begin return concat('[[', array_to_string(responses, ','), '],', coalesce('"' || rich_response || '"', 'null'), ',', is_marked::text, ',',
    is_visited::text, ',', verified::text, ',', coalesce(solution_request_time::text, 'null'), ']'); end $$;
