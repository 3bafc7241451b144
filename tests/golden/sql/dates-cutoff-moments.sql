WITH _rows AS MATERIALIZED (
  SELECT CAST(f."pay_time" - INTERVAL 5 HOUR AS DATE) AS "d1", count(*) AS "p12"
  FROM "pay_order" AS f
  WHERE f."pay_time" >= TIMESTAMP '2025-12-31 05:00:00' AND f."pay_time" < TIMESTAMP '2026-01-02 05:00:00'
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", coalesce(sum("p12"), 0) AS "p12"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p12"
  FROM _rows
)
SELECT r."d1", r."p12"
FROM _levels AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
