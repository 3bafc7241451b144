WITH _rows AS MATERIALIZED (
  SELECT f."channel" AS "d4", sum(f."amount") AS "p11"
  FROM "pay_order" AS f
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d4", sum("p11") AS "p11"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d4", "p11"
  FROM _rows
)
SELECT r."d4", r."p11", r."p11_share"
FROM (
  SELECT r.*, r."p11" / nullif(whole."p11", 0) AS "p11_share"
  FROM (
    SELECT "_level", "d4", coalesce("p11", 0) AS "p11"
    FROM _levels
  ) AS r
  CROSS JOIN (
    SELECT "p11"
    FROM _levels
    WHERE "_level" = 0
  ) AS whole
) AS r
ORDER BY r."_level", r."p11_share" ASC NULLS LAST, r."d4" ASC NULLS LAST
LIMIT 3
