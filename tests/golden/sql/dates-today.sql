WITH _rows AS MATERIALIZED (
  SELECT f."pay_date" AS "d1", sum(f."amount") AS "p11"
  FROM "pay_order" AS f
  WHERE f."pay_date" >= DATE '2025-12-27' AND f."pay_date" < DATE '2026-01-03'
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11"
  FROM _rows
)
SELECT r."d1", r."p11"
FROM (
  SELECT "_level", "d1", coalesce("p11", 0) AS "p11"
  FROM _levels
) AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
