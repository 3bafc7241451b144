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
  SELECT e."_player", bit_or(CASE (date_diff('day', date_trunc('week', e."_day"), date_trunc('week', f."visit_date")) // 7) WHEN 0 THEN 1 WHEN 1 THEN 2 END) AS "_come", bit_or(CASE (date_diff('day', date_trunc('week', e."_day"), date_trunc('week', f."visit_date")) // 7) WHEN 0 THEN 1 WHEN 1 THEN 2 END) FILTER (WHERE f."visit_date" < DATE '2026-01-10') AS "_over"
  FROM "visit" AS f
  JOIN _entries AS e ON e."_player" = f."player_id"
  WHERE f."visit_date" >= DATE '2026-01-01' AND f."visit_date" < DATE '2026-01-19' AND f."visit_date" >= e."_day" AND (date_diff('day', date_trunc('week', e."_day"), date_trunc('week', f."visit_date")) // 7) IN (0, 1)
  GROUP BY 1
),
_people AS MATERIALIZED (
  SELECT e."_day" AS "d1", e."_player", e."_day", coalesce(b."_come", 0) AS "_come", coalesce(b."_over", 0) AS "_over"
  FROM _entries AS e
  LEFT JOIN _returned AS b ON b."_player" = e."_player"
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", count(*) AS "n", count(*) FILTER (WHERE "_day" <= DATE '2026-01-04') AS "_n0", count(*) FILTER (WHERE "_day" <= DATE '2026-01-04' AND ("_over" & 1) <> 0) AS "n0", count(*) FILTER (WHERE "_day" <= DATE '2025-12-28') AS "_n1", count(*) FILTER (WHERE "_day" <= DATE '2025-12-28' AND ("_over" & 2) <> 0) AS "n1"
  FROM _people
  UNION ALL
  SELECT 1 AS "_level", grouped.*
  FROM (
    SELECT "d1", count(*) AS "n", count(*) AS "_n0", count(*) FILTER (WHERE ("_come" & 1) <> 0) AS "n0", count(*) FILTER (WHERE "_day" <= DATE '2026-01-04') AS "_n1", count(*) FILTER (WHERE "_day" <= DATE '2026-01-04' AND ("_come" & 2) <> 0) AS "n1"
    FROM _people
    GROUP BY 1
  ) AS grouped
)
SELECT r."d1", r."n", r."n0", r."r0", r."n1", r."r1", r."r0_base", r."r1_base"
FROM (
  SELECT "_level", "d1", "n" AS "n", CASE WHEN r."_n0" > 0 THEN r."n0" END AS "n0", r."n0" / nullif(r."_n0", 0) AS "r0", CASE WHEN r."_n1" > 0 THEN r."n1" END AS "n1", r."n1" / nullif(r."_n1", 0) AS "r1", r."_n0" AS "r0_base", r."_n1" AS "r1_base"
  FROM _levels AS r
) AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
