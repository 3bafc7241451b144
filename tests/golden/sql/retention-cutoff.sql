WITH _entries AS MATERIALIZED (
  SELECT e."_player", e."_day"
  FROM (
    SELECT f."player_id" AS "_player", min(CAST(f."visit_time" - INTERVAL 5 HOUR AS DATE)) AS "_day"
    FROM "visit" AS f
    WHERE f."visit_time" < TIMESTAMP '2026-01-11 05:00:00' AND f."player_id" IS NOT NULL
    GROUP BY 1
  ) AS e
  WHERE e."_day" >= DATE '2026-01-01'
),
_returned AS (
  SELECT e."_player", bit_or(CASE date_diff('day', e."_day", CAST(f."visit_time" - INTERVAL 5 HOUR AS DATE)) WHEN 1 THEN 1 END) AS "_come", bit_or(CASE date_diff('day', e."_day", CAST(f."visit_time" - INTERVAL 5 HOUR AS DATE)) WHEN 1 THEN 1 END) FILTER (WHERE f."visit_time" < TIMESTAMP '2026-01-10 05:00:00') AS "_over"
  FROM "visit" AS f
  JOIN _entries AS e ON e."_player" = f."player_id"
  WHERE f."visit_time" >= TIMESTAMP '2026-01-02 05:00:00' AND f."visit_time" < TIMESTAMP '2026-01-12 05:00:00' AND date_diff('day', e."_day", CAST(f."visit_time" - INTERVAL 5 HOUR AS DATE)) IN (1)
  GROUP BY 1
),
_people AS MATERIALIZED (
  SELECT e."_day" AS "d1", e."_player", e."_day", coalesce(b."_come", 0) AS "_come", coalesce(b."_over", 0) AS "_over"
  FROM _entries AS e
  LEFT JOIN _returned AS b ON b."_player" = e."_player"
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", count(*) AS "n", count(*) FILTER (WHERE "_day" <= DATE '2026-01-08') AS "_n1", count(*) FILTER (WHERE ("_over" & 1) <> 0) AS "n1"
  FROM _people
  UNION ALL
  SELECT 1 AS "_level", grouped.*
  FROM (
    SELECT "d1", count(*) AS "n", count(*) FILTER (WHERE "_day" <= DATE '2026-01-09') AS "_n1", count(*) FILTER (WHERE ("_come" & 1) <> 0) AS "n1"
    FROM _people
    GROUP BY 1
  ) AS grouped
)
SELECT r."d1", r."n", r."n1", r."r1"
FROM (
  SELECT "_level", "d1", "n" AS "n", CASE WHEN r."_n1" > 0 THEN r."n1" END AS "n1", r."n1" / nullif(r."_n1", 0) AS "r1"
  FROM _levels AS r
) AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
