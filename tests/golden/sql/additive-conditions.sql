WITH _rows AS MATERIALIZED (
  SELECT f."channel" AS "d4", sum(f."amount") AS "p11", sum(f."amount") FILTER (WHERE f."status" = 'paid') AS "p14", count(*) FILTER (WHERE f."status" IN ('refunded', 'fraud') AND f."amount" > 4) AS "p17"
  FROM "pay_order" AS f
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d4", sum("p11") AS "p11", sum("p14") AS "p14", coalesce(sum("p17"), 0) AS "p17"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d4", "p11", "p14", "p17"
  FROM _rows
)
SELECT r."d4", r."p11", r."p14", r."p17"
FROM (
  SELECT "_level", "d4", coalesce("p11", 0) AS "p11", coalesce("p14", 0) AS "p14", "p17"
  FROM _levels
) AS r
ORDER BY r."_level", r."p11" DESC NULLS LAST, r."d4" ASC NULLS LAST
LIMIT 100002
