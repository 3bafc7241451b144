WITH _rows AS MATERIALIZED (
  SELECT CAST(date_trunc('month', CAST(f."event_time" AS DATE)) AS DATE) AS "d16", count(*) AS "p41"
  FROM "event_log" AS f
  WHERE f."event_time" >= TIMESTAMP '2026-01-01 00:00:00' AND f."event_time" < TIMESTAMP '2026-02-01 00:00:00'
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d16", coalesce(sum("p41"), 0) AS "p41"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d16", "p41"
  FROM _rows
)
SELECT r."d16", r."p41"
FROM _levels AS r
ORDER BY r."_level", r."d16" DESC NULLS LAST
LIMIT 100002
