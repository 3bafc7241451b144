-- $1 = "1"
-- $2 = "4"
-- $3 = "6"
WITH _rows AS MATERIALIZED (
  SELECT f."channel" AS "d4", sum(f."amount") AS "p11", count(*) AS "p12"
  FROM "pay_order" AS f
  GROUP BY 1
),
_kept AS MATERIALIZED (
  SELECT "d4", "p11_counted" AS "p11", "p12_counted" AS "p12"
  FROM (
    SELECT "d4", "p11" AS "p11_counted", "p12" AS "p12_counted", coalesce("p11", 0) AS "p11", "p12"
    FROM _rows
  ) AS r
  WHERE (r."d4" IS NULL OR r."p12" >= CAST($1 AS BIGINT) AND (r."p11" >= CAST($2 AS DOUBLE) AND r."p11" <= CAST($3 AS DOUBLE)))
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d4", sum("p11") AS "p11", coalesce(sum("p12"), 0) AS "p12"
  FROM _kept
  UNION ALL
  SELECT 1 AS "_level", "d4", "p11", "p12"
  FROM _kept
)
SELECT r."d4", r."p11", r."p12"
FROM (
  SELECT "_level", "d4", coalesce("p11", 0) AS "p11", "p12"
  FROM _levels
) AS r
ORDER BY r."_level", r."d4" ASC NULLS LAST
LIMIT 100002
