WITH _rows AS MATERIALIZED (
  SELECT CAST(date_trunc('quarter', CAST(f."event_time" AS DATE)) AS DATE) AS "d1", count(*) AS "p41"
  FROM "event_log" AS f
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", coalesce(sum("p41"), 0) AS "p41"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p41"
  FROM _rows
)
SELECT r."d1", r."p41"
FROM _levels AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
