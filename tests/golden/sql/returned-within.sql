WITH _entries AS MATERIALIZED (
  SELECT e."_player", e."_day"
  FROM (
    SELECT f."player_id" AS "_player", min(f."enrol_date") AS "_day"
    FROM "enrol" AS f
    WHERE f."enrol_date" < DATE '2026-01-11' AND f."player_id" IS NOT NULL
    GROUP BY 1
  ) AS e
  WHERE e."_day" >= DATE '2026-01-01'
),
_returned AS (
  SELECT e."_player", bit_or(CASE WHEN date_diff('day', e."_day", f."visit_date") BETWEEN 1 AND 3 THEN 1 WHEN date_diff('day', e."_day", f."visit_date") BETWEEN 4 AND 8 THEN 2 END) AS "_come", bit_or(CASE WHEN date_diff('day', e."_day", f."visit_date") BETWEEN 1 AND 3 THEN 1 WHEN date_diff('day', e."_day", f."visit_date") BETWEEN 4 AND 8 THEN 2 END) FILTER (WHERE f."visit_date" < DATE '2026-01-10') AS "_over"
  FROM "visit" AS f
  JOIN _entries AS e ON e."_player" = f."player_id"
  WHERE f."visit_date" >= DATE '2026-01-02' AND f."visit_date" < DATE '2026-01-19' AND date_diff('day', e."_day", f."visit_date") BETWEEN 1 AND 8
  GROUP BY 1
),
_people AS MATERIALIZED (
  SELECT e."_day" AS "d1", e."_player", e."_day", coalesce(b."_come", 0) AS "_come", coalesce(b."_over", 0) AS "_over"
  FROM _entries AS e
  LEFT JOIN _returned AS b ON b."_player" = e."_player"
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", count(*) AS "n", count(*) FILTER (WHERE "_day" <= DATE '2026-01-06') AS "_n1", count(*) FILTER (WHERE "_day" <= DATE '2026-01-06' AND ("_over" & 1) <> 0) AS "n1", count(*) FILTER (WHERE "_day" <= DATE '2026-01-01') AS "_n4", count(*) FILTER (WHERE "_day" <= DATE '2026-01-01' AND ("_over" & 2) <> 0) AS "n4"
  FROM _people
  UNION ALL
  SELECT 1 AS "_level", grouped.*
  FROM (
    SELECT "d1", count(*) AS "n", count(*) FILTER (WHERE "_day" <= DATE '2026-01-09') AS "_n1", count(*) FILTER (WHERE "_day" <= DATE '2026-01-09' AND ("_come" & 1) <> 0) AS "n1", count(*) FILTER (WHERE "_day" <= DATE '2026-01-06') AS "_n4", count(*) FILTER (WHERE "_day" <= DATE '2026-01-06' AND ("_come" & 2) <> 0) AS "n4"
    FROM _people
    GROUP BY 1
  ) AS grouped
)
SELECT r."d1", r."n", r."n1", r."r1", r."n4", r."r4", r."r1_base", r."r4_base"
FROM (
  SELECT "_level", "d1", "n" AS "n", CASE WHEN r."_n1" > 0 THEN r."n1" END AS "n1", r."n1" / nullif(r."_n1", 0) AS "r1", CASE WHEN r."_n4" > 0 THEN r."n4" END AS "n4", r."n4" / nullif(r."_n4", 0) AS "r4", r."_n1" AS "r1_base", r."_n4" AS "r4_base"
  FROM _levels AS r
) AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
