WITH _rows AS MATERIALIZED (
  SELECT f."channel" AS "d4", sum(f."amount") AS "p14"
  FROM "pay_order" AS f
  WHERE f."status" = 'paid'
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d4", sum("p14") AS "p14"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d4", "p14"
  FROM _rows
)
SELECT r."d4", r."p14"
FROM (
  SELECT "_level", "d4", coalesce("p14", 0) AS "p14"
  FROM _levels
) AS r
ORDER BY r."_level", r."p14" DESC NULLS LAST, r."d4" ASC NULLS LAST
LIMIT 100002
