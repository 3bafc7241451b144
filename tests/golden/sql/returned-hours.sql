WITH _entries AS MATERIALIZED (
  SELECT e."_player", e."_day", e."_time"
  FROM (
    SELECT f."player_id" AS "_player", min(f."visit_date") AS "_day", min(f."visit_time") AS "_time"
    FROM "visit" AS f
    WHERE f."visit_date" < DATE '2026-01-11' AND f."player_id" IS NOT NULL
    GROUP BY 1
  ) AS e
  WHERE e."_day" >= DATE '2026-01-01'
),
_returned AS (
  SELECT e."_player", bit_or(CASE (date_diff('microsecond', e."_time", f."visit_time") // 86400000000) WHEN 0 THEN 1 WHEN 1 THEN 2 WHEN 2 THEN 4 END) AS "_come", bit_or(CASE (date_diff('microsecond', e."_time", f."visit_time") // 86400000000) WHEN 0 THEN 1 WHEN 1 THEN 2 WHEN 2 THEN 4 END) FILTER (WHERE f."visit_date" < DATE '2026-01-10') AS "_over"
  FROM "visit" AS f
  JOIN _entries AS e ON e."_player" = f."player_id"
  WHERE f."visit_date" >= DATE '2026-01-01' AND f."visit_date" < DATE '2026-01-14' AND f."visit_time" >= e."_time" AND (date_diff('microsecond', e."_time", f."visit_time") // 86400000000) IN (0, 1, 2)
  GROUP BY 1
),
_people AS MATERIALIZED (
  SELECT e."_player", e."_day", coalesce(b."_come", 0) AS "_come", coalesce(b."_over", 0) AS "_over"
  FROM _entries AS e
  LEFT JOIN _returned AS b ON b."_player" = e."_player"
),
_levels AS (
  SELECT 0 AS "_level", count(*) AS "n", count(*) FILTER (WHERE "_day" <= DATE '2026-01-08') AS "_n0", count(*) FILTER (WHERE "_day" <= DATE '2026-01-08' AND ("_over" & 1) <> 0) AS "n0", count(*) FILTER (WHERE "_day" <= DATE '2026-01-07') AS "_n1", count(*) FILTER (WHERE "_day" <= DATE '2026-01-07' AND ("_over" & 2) <> 0) AS "n1", count(*) FILTER (WHERE "_day" <= DATE '2026-01-06') AS "_n2", count(*) FILTER (WHERE "_day" <= DATE '2026-01-06' AND ("_over" & 4) <> 0) AS "n2"
  FROM _people
  UNION ALL
  SELECT 1 AS "_level", grouped.*
  FROM (
    SELECT count(*) AS "n", count(*) FILTER (WHERE "_day" <= DATE '2026-01-08') AS "_n0", count(*) FILTER (WHERE "_day" <= DATE '2026-01-08' AND ("_over" & 1) <> 0) AS "n0", count(*) FILTER (WHERE "_day" <= DATE '2026-01-07') AS "_n1", count(*) FILTER (WHERE "_day" <= DATE '2026-01-07' AND ("_over" & 2) <> 0) AS "n1", count(*) FILTER (WHERE "_day" <= DATE '2026-01-06') AS "_n2", count(*) FILTER (WHERE "_day" <= DATE '2026-01-06' AND ("_over" & 4) <> 0) AS "n2"
    FROM _people
  ) AS grouped
)
SELECT r."n", r."n0", r."r0", r."n1", r."r1", r."n2", r."r2", r."r0_base", r."r1_base", r."r2_base"
FROM (
  SELECT "_level", "n" AS "n", CASE WHEN r."_n0" > 0 THEN r."n0" END AS "n0", r."n0" / nullif(r."_n0", 0) AS "r0", CASE WHEN r."_n1" > 0 THEN r."n1" END AS "n1", r."n1" / nullif(r."_n1", 0) AS "r1", CASE WHEN r."_n2" > 0 THEN r."n2" END AS "n2", r."n2" / nullif(r."_n2", 0) AS "r2", r."_n0" AS "r0_base", r."_n1" AS "r1_base", r."_n2" AS "r2_base"
  FROM _levels AS r
) AS r
ORDER BY r."_level", r."n" DESC NULLS LAST
LIMIT 100002
