WITH _rows AS MATERIALIZED (
  SELECT date_trunc('hour', f."pay_time") AS "d2", count(*) AS "p12"
  FROM "pay_order" AS f
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", coalesce(sum("p12"), 0) AS "p12"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d2", "p12"
  FROM _rows
)
SELECT r."d2", r."p12"
FROM _levels AS r
ORDER BY r."_level", r."d2" ASC NULLS LAST
LIMIT 100002
