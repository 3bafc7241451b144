WITH _rows AS MATERIALIZED (
  SELECT f."pay_date" AS "d1", sum(f."amount") AS "p11"
  FROM "pay_order" AS f
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11"
  FROM _rows
)
SELECT r."d1", r."p901"
FROM (
  SELECT r.*, CASE WHEN r."p11" >= 100 THEN '高' WHEN round(r."p11" * 1.5, 1) > 50 THEN '中' ELSE '低' END AS "p901"
  FROM (
    SELECT "_level", "d1", coalesce("p11", 0) AS "p11"
    FROM _levels
  ) AS r
) AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
