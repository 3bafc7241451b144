-- 分子：回来的玩家
WITH _entries AS MATERIALIZED (
  SELECT f."player_id" AS "_player", f."enrol_date" AS "_day", f."channel" AS "d4"
  FROM "enrol" AS f
  WHERE f."enrol_date" >= DATE '2026-01-01' AND f."enrol_date" < DATE '2026-01-11' AND f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) AND f."player_id" IS NOT NULL
),
_returned AS (
  SELECT e."_player", bit_or(CASE date_diff('day', e."_day", f."visit_date") WHEN 1 THEN 1 WHEN 3 THEN 2 WHEN 7 THEN 4 END) AS "_come", bit_or(CASE date_diff('day', e."_day", f."visit_date") WHEN 1 THEN 1 WHEN 3 THEN 2 WHEN 7 THEN 4 END) FILTER (WHERE f."visit_date" < DATE '2026-01-10') AS "_over"
  FROM "visit" AS f
  JOIN _entries AS e ON e."_player" = f."player_id"
  WHERE f."visit_date" >= DATE '2026-01-02' AND f."visit_date" < DATE '2026-01-18' AND f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) AND date_diff('day', e."_day", f."visit_date") IN (1, 3, 7)
  GROUP BY 1
),
_people AS (
  SELECT e."_day" AS "d1", e."d4", e."_player", e."_day", coalesce(b."_come", 0) AS "_come", coalesce(b."_over", 0) AS "_over"
  FROM _entries AS e
  LEFT JOIN _returned AS b ON b."_player" = e."_player"
),
_members AS MATERIALIZED (
  SELECT *
  FROM _people
  WHERE "d1" = CAST($2 AS DATE) AND "d4" = CAST($3 AS VARCHAR) AND "_day" <= DATE '2026-01-09' AND ("_come" & 1) <> 0
)
SELECT "_player" AS "player", min("_day") AS "first_day", CASE WHEN (bit_or("_come") & 1) <> 0 THEN 1 WHEN min("_day") <= DATE '2026-01-09' THEN 0 END AS "n1", CASE WHEN (bit_or("_come") & 2) <> 0 THEN 1 WHEN min("_day") <= DATE '2026-01-07' THEN 0 END AS "n3", CASE WHEN (bit_or("_come") & 4) <> 0 THEN 1 WHEN min("_day") <= DATE '2026-01-03' THEN 0 END AS "n7"
FROM _members
GROUP BY "_player"
ORDER BY min("_day"), "_player"
LIMIT 50;

WITH _entries AS MATERIALIZED (
  SELECT f."player_id" AS "_player", f."enrol_date" AS "_day", f."channel" AS "d4"
  FROM "enrol" AS f
  WHERE f."enrol_date" >= DATE '2026-01-01' AND f."enrol_date" < DATE '2026-01-11' AND f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) AND f."player_id" IS NOT NULL
),
_returned AS (
  SELECT e."_player", bit_or(CASE date_diff('day', e."_day", f."visit_date") WHEN 1 THEN 1 WHEN 3 THEN 2 WHEN 7 THEN 4 END) AS "_come", bit_or(CASE date_diff('day', e."_day", f."visit_date") WHEN 1 THEN 1 WHEN 3 THEN 2 WHEN 7 THEN 4 END) FILTER (WHERE f."visit_date" < DATE '2026-01-10') AS "_over"
  FROM "visit" AS f
  JOIN _entries AS e ON e."_player" = f."player_id"
  WHERE f."visit_date" >= DATE '2026-01-02' AND f."visit_date" < DATE '2026-01-18' AND f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) AND date_diff('day', e."_day", f."visit_date") IN (1, 3, 7)
  GROUP BY 1
),
_people AS (
  SELECT e."_day" AS "d1", e."d4", e."_player", e."_day", coalesce(b."_come", 0) AS "_come", coalesce(b."_over", 0) AS "_over"
  FROM _entries AS e
  LEFT JOIN _returned AS b ON b."_player" = e."_player"
),
_members AS MATERIALIZED (
  SELECT *
  FROM _people
  WHERE "d1" = CAST($2 AS DATE) AND "d4" = CAST($3 AS VARCHAR) AND "_day" <= DATE '2026-01-09' AND ("_come" & 1) <> 0
)
SELECT count(DISTINCT "_player")
FROM _members;

-- 分母：满这么多天的玩家
WITH _entries AS MATERIALIZED (
  SELECT f."player_id" AS "_player", f."enrol_date" AS "_day", f."channel" AS "d4"
  FROM "enrol" AS f
  WHERE f."enrol_date" >= DATE '2026-01-01' AND f."enrol_date" < DATE '2026-01-11' AND f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) AND f."player_id" IS NOT NULL
),
_returned AS (
  SELECT e."_player", bit_or(CASE date_diff('day', e."_day", f."visit_date") WHEN 1 THEN 1 WHEN 3 THEN 2 WHEN 7 THEN 4 END) AS "_come", bit_or(CASE date_diff('day', e."_day", f."visit_date") WHEN 1 THEN 1 WHEN 3 THEN 2 WHEN 7 THEN 4 END) FILTER (WHERE f."visit_date" < DATE '2026-01-10') AS "_over"
  FROM "visit" AS f
  JOIN _entries AS e ON e."_player" = f."player_id"
  WHERE f."visit_date" >= DATE '2026-01-02' AND f."visit_date" < DATE '2026-01-18' AND f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) AND date_diff('day', e."_day", f."visit_date") IN (1, 3, 7)
  GROUP BY 1
),
_people AS (
  SELECT e."_day" AS "d1", e."d4", e."_player", e."_day", coalesce(b."_come", 0) AS "_come", coalesce(b."_over", 0) AS "_over"
  FROM _entries AS e
  LEFT JOIN _returned AS b ON b."_player" = e."_player"
),
_members AS MATERIALIZED (
  SELECT *
  FROM _people
  WHERE "d1" = CAST($2 AS DATE) AND "d4" = CAST($3 AS VARCHAR) AND "_day" <= DATE '2026-01-09'
)
SELECT "_player" AS "player", min("_day") AS "first_day", CASE WHEN (bit_or("_come") & 1) <> 0 THEN 1 WHEN min("_day") <= DATE '2026-01-09' THEN 0 END AS "n1", CASE WHEN (bit_or("_come") & 2) <> 0 THEN 1 WHEN min("_day") <= DATE '2026-01-07' THEN 0 END AS "n3", CASE WHEN (bit_or("_come") & 4) <> 0 THEN 1 WHEN min("_day") <= DATE '2026-01-03' THEN 0 END AS "n7"
FROM _members
GROUP BY "_player"
ORDER BY min("_day"), "_player"
LIMIT 50;

WITH _entries AS MATERIALIZED (
  SELECT f."player_id" AS "_player", f."enrol_date" AS "_day", f."channel" AS "d4"
  FROM "enrol" AS f
  WHERE f."enrol_date" >= DATE '2026-01-01' AND f."enrol_date" < DATE '2026-01-11' AND f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) AND f."player_id" IS NOT NULL
),
_returned AS (
  SELECT e."_player", bit_or(CASE date_diff('day', e."_day", f."visit_date") WHEN 1 THEN 1 WHEN 3 THEN 2 WHEN 7 THEN 4 END) AS "_come", bit_or(CASE date_diff('day', e."_day", f."visit_date") WHEN 1 THEN 1 WHEN 3 THEN 2 WHEN 7 THEN 4 END) FILTER (WHERE f."visit_date" < DATE '2026-01-10') AS "_over"
  FROM "visit" AS f
  JOIN _entries AS e ON e."_player" = f."player_id"
  WHERE f."visit_date" >= DATE '2026-01-02' AND f."visit_date" < DATE '2026-01-18' AND f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) AND date_diff('day', e."_day", f."visit_date") IN (1, 3, 7)
  GROUP BY 1
),
_people AS (
  SELECT e."_day" AS "d1", e."d4", e."_player", e."_day", coalesce(b."_come", 0) AS "_come", coalesce(b."_over", 0) AS "_over"
  FROM _entries AS e
  LEFT JOIN _returned AS b ON b."_player" = e."_player"
),
_members AS MATERIALIZED (
  SELECT *
  FROM _people
  WHERE "d1" = CAST($2 AS DATE) AND "d4" = CAST($3 AS VARCHAR) AND "_day" <= DATE '2026-01-09'
)
SELECT count(DISTINCT "_player")
FROM _members;

-- 分子：回来当天的行
WITH _entries AS MATERIALIZED (
  SELECT f."player_id" AS "_player", f."enrol_date" AS "_day", f."channel" AS "d4"
  FROM "enrol" AS f
  WHERE f."enrol_date" >= DATE '2026-01-01' AND f."enrol_date" < DATE '2026-01-11' AND f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) AND f."player_id" IS NOT NULL
),
_returned AS (
  SELECT e."_player", bit_or(CASE date_diff('day', e."_day", f."visit_date") WHEN 1 THEN 1 WHEN 3 THEN 2 WHEN 7 THEN 4 END) AS "_come", bit_or(CASE date_diff('day', e."_day", f."visit_date") WHEN 1 THEN 1 WHEN 3 THEN 2 WHEN 7 THEN 4 END) FILTER (WHERE f."visit_date" < DATE '2026-01-10') AS "_over"
  FROM "visit" AS f
  JOIN _entries AS e ON e."_player" = f."player_id"
  WHERE f."visit_date" >= DATE '2026-01-02' AND f."visit_date" < DATE '2026-01-18' AND f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) AND date_diff('day', e."_day", f."visit_date") IN (1, 3, 7)
  GROUP BY 1
),
_people AS (
  SELECT e."_day" AS "d1", e."d4", e."_player", e."_day", coalesce(b."_come", 0) AS "_come", coalesce(b."_over", 0) AS "_over"
  FROM _entries AS e
  LEFT JOIN _returned AS b ON b."_player" = e."_player"
),
_members AS MATERIALIZED (
  SELECT *
  FROM _people
  WHERE "d1" = CAST($2 AS DATE) AND "d4" = CAST($3 AS VARCHAR) AND "_day" <= DATE '2026-01-09' AND ("_come" & 1) <> 0
)
SELECT f."visit_time", f."visit_date", f."cgi", f."server_id", f."channel", f."player_id"
FROM "visit" AS f
SEMI JOIN _members AS e ON e."_player" = f."player_id" AND date_diff('day', e."_day", f."visit_date") = 1
WHERE f."visit_date" >= DATE '2026-01-02' AND f."visit_date" < DATE '2026-01-18' AND f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[])))
LIMIT 50;

WITH _entries AS MATERIALIZED (
  SELECT f."player_id" AS "_player", f."enrol_date" AS "_day", f."channel" AS "d4"
  FROM "enrol" AS f
  WHERE f."enrol_date" >= DATE '2026-01-01' AND f."enrol_date" < DATE '2026-01-11' AND f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) AND f."player_id" IS NOT NULL
),
_returned AS (
  SELECT e."_player", bit_or(CASE date_diff('day', e."_day", f."visit_date") WHEN 1 THEN 1 WHEN 3 THEN 2 WHEN 7 THEN 4 END) AS "_come", bit_or(CASE date_diff('day', e."_day", f."visit_date") WHEN 1 THEN 1 WHEN 3 THEN 2 WHEN 7 THEN 4 END) FILTER (WHERE f."visit_date" < DATE '2026-01-10') AS "_over"
  FROM "visit" AS f
  JOIN _entries AS e ON e."_player" = f."player_id"
  WHERE f."visit_date" >= DATE '2026-01-02' AND f."visit_date" < DATE '2026-01-18' AND f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) AND date_diff('day', e."_day", f."visit_date") IN (1, 3, 7)
  GROUP BY 1
),
_people AS (
  SELECT e."_day" AS "d1", e."d4", e."_player", e."_day", coalesce(b."_come", 0) AS "_come", coalesce(b."_over", 0) AS "_over"
  FROM _entries AS e
  LEFT JOIN _returned AS b ON b."_player" = e."_player"
),
_members AS MATERIALIZED (
  SELECT *
  FROM _people
  WHERE "d1" = CAST($2 AS DATE) AND "d4" = CAST($3 AS VARCHAR) AND "_day" <= DATE '2026-01-09' AND ("_come" & 1) <> 0
)
SELECT count(*)
FROM (
  SELECT f."visit_time", f."visit_date", f."cgi", f."server_id", f."channel", f."player_id"
  FROM "visit" AS f
  SEMI JOIN _members AS e ON e."_player" = f."player_id" AND date_diff('day', e."_day", f."visit_date") = 1
  WHERE f."visit_date" >= DATE '2026-01-02' AND f."visit_date" < DATE '2026-01-18' AND f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[])))
) AS listed;

-- 分母：首日的行
WITH _entries AS MATERIALIZED (
  SELECT f."player_id" AS "_player", f."enrol_date" AS "_day", f."channel" AS "d4"
  FROM "enrol" AS f
  WHERE f."enrol_date" >= DATE '2026-01-01' AND f."enrol_date" < DATE '2026-01-11' AND f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) AND f."player_id" IS NOT NULL
),
_returned AS (
  SELECT e."_player", bit_or(CASE date_diff('day', e."_day", f."visit_date") WHEN 1 THEN 1 WHEN 3 THEN 2 WHEN 7 THEN 4 END) AS "_come", bit_or(CASE date_diff('day', e."_day", f."visit_date") WHEN 1 THEN 1 WHEN 3 THEN 2 WHEN 7 THEN 4 END) FILTER (WHERE f."visit_date" < DATE '2026-01-10') AS "_over"
  FROM "visit" AS f
  JOIN _entries AS e ON e."_player" = f."player_id"
  WHERE f."visit_date" >= DATE '2026-01-02' AND f."visit_date" < DATE '2026-01-18' AND f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) AND date_diff('day', e."_day", f."visit_date") IN (1, 3, 7)
  GROUP BY 1
),
_people AS (
  SELECT e."_day" AS "d1", e."d4", e."_player", e."_day", coalesce(b."_come", 0) AS "_come", coalesce(b."_over", 0) AS "_over"
  FROM _entries AS e
  LEFT JOIN _returned AS b ON b."_player" = e."_player"
),
_members AS MATERIALIZED (
  SELECT *
  FROM _people
  WHERE "d1" = CAST($2 AS DATE) AND "d4" = CAST($3 AS VARCHAR) AND "_day" <= DATE '2026-01-09'
)
SELECT "enrol_date", "cgi", "server_id", "channel", "player_id"
FROM (
  SELECT f."enrol_date", f."cgi", f."server_id", f."channel", f."player_id", row_number() OVER (PARTITION BY e."_player" ORDER BY f."cgi" NULLS LAST, f."channel" NULLS LAST) AS "_place"
  FROM "enrol" AS f
  JOIN _members AS e ON e."_player" = f."player_id" AND e."_day" = f."enrol_date"
  WHERE f."enrol_date" >= DATE '2026-01-01' AND f."enrol_date" < DATE '2026-01-11' AND f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) AND f."player_id" IS NOT NULL
) AS first_rows
WHERE "_place" = 1
LIMIT 50;

WITH _entries AS MATERIALIZED (
  SELECT f."player_id" AS "_player", f."enrol_date" AS "_day", f."channel" AS "d4"
  FROM "enrol" AS f
  WHERE f."enrol_date" >= DATE '2026-01-01' AND f."enrol_date" < DATE '2026-01-11' AND f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) AND f."player_id" IS NOT NULL
),
_returned AS (
  SELECT e."_player", bit_or(CASE date_diff('day', e."_day", f."visit_date") WHEN 1 THEN 1 WHEN 3 THEN 2 WHEN 7 THEN 4 END) AS "_come", bit_or(CASE date_diff('day', e."_day", f."visit_date") WHEN 1 THEN 1 WHEN 3 THEN 2 WHEN 7 THEN 4 END) FILTER (WHERE f."visit_date" < DATE '2026-01-10') AS "_over"
  FROM "visit" AS f
  JOIN _entries AS e ON e."_player" = f."player_id"
  WHERE f."visit_date" >= DATE '2026-01-02' AND f."visit_date" < DATE '2026-01-18' AND f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) AND date_diff('day', e."_day", f."visit_date") IN (1, 3, 7)
  GROUP BY 1
),
_people AS (
  SELECT e."_day" AS "d1", e."d4", e."_player", e."_day", coalesce(b."_come", 0) AS "_come", coalesce(b."_over", 0) AS "_over"
  FROM _entries AS e
  LEFT JOIN _returned AS b ON b."_player" = e."_player"
),
_members AS MATERIALIZED (
  SELECT *
  FROM _people
  WHERE "d1" = CAST($2 AS DATE) AND "d4" = CAST($3 AS VARCHAR) AND "_day" <= DATE '2026-01-09'
)
SELECT count(*)
FROM (
  SELECT "enrol_date", "cgi", "server_id", "channel", "player_id"
  FROM (
    SELECT f."enrol_date", f."cgi", f."server_id", f."channel", f."player_id", row_number() OVER (PARTITION BY e."_player" ORDER BY f."cgi" NULLS LAST, f."channel" NULLS LAST) AS "_place"
    FROM "enrol" AS f
    JOIN _members AS e ON e."_player" = f."player_id" AND e."_day" = f."enrol_date"
    WHERE f."enrol_date" >= DATE '2026-01-01' AND f."enrol_date" < DATE '2026-01-11' AND f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) AND f."player_id" IS NOT NULL
  ) AS first_rows
  WHERE "_place" = 1
) AS listed;
