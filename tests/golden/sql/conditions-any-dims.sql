-- $1 = ["y"]
-- $2 = ["大"]
WITH _rows AS MATERIALIZED (
  SELECT f."channel" AS "d4", sum(f."amount") AS "p11", count(*) AS "p12"
  FROM "pay_order" AS f
  WHERE (f."channel" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) OR CASE WHEN f."amount" < 10 THEN '小' ELSE '大' END IN (SELECT unnest(CAST($2 AS VARCHAR[]))))
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d4", sum("p11") AS "p11", coalesce(sum("p12"), 0) AS "p12"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d4", "p11", "p12"
  FROM _rows
)
SELECT r."d4", r."p11", r."p12"
FROM (
  SELECT "_level", "d4", coalesce("p11", 0) AS "p11", "p12"
  FROM _levels
) AS r
ORDER BY r."_level", r."d4" ASC NULLS LAST
LIMIT 100002
