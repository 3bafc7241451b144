WITH _rows AS MATERIALIZED (
  SELECT CAST(date_trunc('month', j1."open_date") AS DATE) AS "d8", sum(f."amount") AS "p11"
  FROM "pay_order" AS f
  LEFT JOIN "dim_server" AS j1 ON f."server_id" = j1."server_id"
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d8", sum("p11") AS "p11"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d8", "p11"
  FROM _rows
)
SELECT r."d8", r."p11"
FROM (
  SELECT "_level", "d8", coalesce("p11", 0) AS "p11"
  FROM _levels
) AS r
ORDER BY r."_level", r."d8" DESC NULLS LAST
LIMIT 100002
