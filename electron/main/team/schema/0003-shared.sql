-- Version 3: what a team shares of the portfolio, as facts: the value of one field of one thing, when it was observed or edited, and by
-- whom it was published. The later one stands. Of edits, the other one is kept in the history; an observation that is older tells nothing.

-- Locked by each publication until its transaction ends, so that whoever asks for `seq > n` misses nothing. Not the head of the journal:
-- publishing keeps no claim waiting.
CREATE TABLE namedesk.shared_head (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  seq bigint NOT NULL
);
INSERT INTO namedesk.shared_head (seq) VALUES (0);

-- Together, the parts of the key stay below what an index takes. A value that is null is a removal.
CREATE TABLE namedesk.shared (
  topic            text NOT NULL CHECK (topic ~ '^[a-z]{1,20}$'),
  -- Both empty where it belongs to no service.
  service_base_url text NOT NULL CHECK (octet_length(service_base_url) <= 1000),
  service_username text NOT NULL CHECK (octet_length(service_username) <= 320),
  key              text NOT NULL CHECK (octet_length(key) BETWEEN 1 AND 700),
  field            text NOT NULL CHECK (octet_length(field) BETWEEN 1 AND 200),
  value            jsonb CHECK (octet_length(value::text) <= 65536),
  at               timestamptz NOT NULL CHECK (at >= '1970-01-01 00:00:00+00'),
  by               text NOT NULL,
  -- Of the publication that the fact is from: one that is replaced moves to the end.
  seq              bigint NOT NULL UNIQUE,
  PRIMARY KEY (topic, service_base_url, service_username, key, field)
);

-- Edits that another one has replaced, or that came too late.
CREATE TABLE namedesk.shared_history (
  LIKE namedesk.shared INCLUDING CONSTRAINTS,
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY
);
CREATE INDEX shared_history_of ON namedesk.shared_history (topic, key, field);

CREATE FUNCTION namedesk.shared_out(s namedesk.shared) RETURNS jsonb LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('seq', s.seq, 'topic', s.topic, 'service', jsonb_build_object('baseUrl', s.service_base_url, 'username',
    s.service_username), 'key', s.key, 'field', s.field, 'value', s.value, 'at', namedesk.iso(s.at), 'by', s."by")
$$;

-- Keeps an edit that does not stand: once, however often it is published, and the last twenty of a field.
CREATE FUNCTION namedesk.keep_shared(s namedesk.shared) RETURNS void LANGUAGE sql
SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO namedesk.shared_history (topic, service_base_url, service_username, key, field, value, at, "by", seq)
    SELECT s.* WHERE NOT EXISTS (
      SELECT FROM namedesk.shared_history h
      WHERE (h.topic, h.key, h.field, h.service_base_url, h.service_username, h.at, h."by")
          = (s.topic, s.key, s.field, s.service_base_url, s.service_username, s.at, s."by")
        AND h.value IS NOT DISTINCT FROM s.value);
  DELETE FROM namedesk.shared_history WHERE number IN (
    SELECT h.number FROM namedesk.shared_history h
    WHERE (h.topic, h.key, h.field, h.service_base_url, h.service_username)
        = (s.topic, s.key, s.field, s.service_base_url, s.service_username)
    ORDER BY h.number DESC OFFSET 20);
$$;

-- Takes up to a thousand facts, all or none. `lost`: what stands in place of those that came too late.
CREATE FUNCTION namedesk.publish(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  refused jsonb := namedesk.refusal(p);
  given jsonb;
  is_edit boolean;
  s namedesk.shared;
  stands namedesk.shared;
  began bigint;
  number bigint;
  lost jsonb := '[]';
BEGIN
  IF refused IS NOT NULL THEN RETURN refused; END IF;
  IF jsonb_array_length(p -> 'facts') > 1000 THEN
    RAISE EXCEPTION 'too many facts at once' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT h.seq INTO began FROM namedesk.shared_head h FOR UPDATE;
  number := began;
  FOR given IN SELECT f FROM jsonb_array_elements(p -> 'facts') f LOOP
    is_edit := coalesce((given ->> 'isEdit')::boolean, true);
    s.topic := given ->> 'topic';
    s.service_base_url := coalesce(given -> 'service' ->> 'baseUrl', '');
    s.service_username := coalesce(given -> 'service' ->> 'username', '');
    s.key := given ->> 'key';
    s.field := given ->> 'field';
    s.value := nullif(given -> 'value', 'null');
    s.at := given ->> 'at';
    -- A desk's clock may be wrong: what is from the future was published now.
    IF s.at > clock_timestamp() + interval '2 minutes' THEN s.at := date_trunc('milliseconds', clock_timestamp()); END IF;
    s."by" := session_user;
    s.seq := began;
    SELECT * INTO stands FROM namedesk.shared t WHERE t.topic = s.topic AND t.service_base_url = s.service_base_url
      AND t.service_username = s.service_username AND t.key = s.key AND t.field = s.field;
    IF FOUND THEN
      CONTINUE WHEN stands.value IS NOT DISTINCT FROM s.value AND (is_edit OR stands.at >= s.at);
      IF stands.at >= s.at THEN
        IF is_edit THEN PERFORM namedesk.keep_shared(s); END IF;
        lost := lost || namedesk.shared_out(stands);
        CONTINUE;
      END IF;
      IF is_edit THEN PERFORM namedesk.keep_shared(stands); END IF;
      DELETE FROM namedesk.shared t WHERE t.seq = stands.seq;
    END IF;
    number := number + 1;
    s.seq := number;
    INSERT INTO namedesk.shared SELECT s.*;
  END LOOP;
  IF number > began THEN
    UPDATE namedesk.shared_head SET seq = number;
    PERFORM pg_notify('namedesk', 'shared');
  END IF;
  RETURN jsonb_build_object('kind', 'published', 'seq', number, 'lost', lost);
END $$;

ALTER TABLE namedesk.shared_head ENABLE ROW LEVEL SECURITY;
ALTER TABLE namedesk.shared_head FORCE ROW LEVEL SECURITY;
ALTER TABLE namedesk.shared ENABLE ROW LEVEL SECURITY;
ALTER TABLE namedesk.shared FORCE ROW LEVEL SECURITY;
ALTER TABLE namedesk.shared_history ENABLE ROW LEVEL SECURITY;
ALTER TABLE namedesk.shared_history FORCE ROW LEVEL SECURITY;

CREATE POLICY functions ON namedesk.shared_head TO {{owner}} USING (true) WITH CHECK (true);
CREATE POLICY functions ON namedesk.shared TO {{owner}} USING (true) WITH CHECK (true);
CREATE POLICY functions ON namedesk.shared_history TO {{owner}} USING (true) WITH CHECK (true);
CREATE POLICY people ON namedesk.shared_head FOR SELECT TO {{reader}}, {{buyer}}, {{admin}} USING (true);
CREATE POLICY people ON namedesk.shared FOR SELECT TO {{reader}}, {{buyer}}, {{admin}} USING (true);
CREATE POLICY people ON namedesk.shared_history FOR SELECT TO {{reader}}, {{buyer}}, {{admin}} USING (true);

GRANT SELECT ON namedesk.shared_head, namedesk.shared, namedesk.shared_history TO {{reader}}, {{buyer}}, {{admin}};
REVOKE ALL ON FUNCTION namedesk.shared_out(namedesk.shared), namedesk.keep_shared(namedesk.shared), namedesk.publish(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION namedesk.publish(jsonb) TO {{buyer}}, {{admin}};
