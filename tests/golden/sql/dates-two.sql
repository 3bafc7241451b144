WITH _rows AS MATERIALIZED (
  SELECT j1."open_date" AS "d8", CAST(date_trunc('year', f."pay_date") AS DATE) AS "d1", count(*) AS "p12"
  FROM "pay_order" AS f
  LEFT JOIN "dim_server" AS j1 ON f."server_id" = j1."server_id"
  GROUP BY 1, 2
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d8", NULL AS "d1", coalesce(sum("p12"), 0) AS "p12"
  FROM _rows
  UNION ALL
  SELECT 2 AS "_level", "d8", "d1", "p12"
  FROM _rows
)
SELECT r."d8", r."d1", r."p12"
FROM _levels AS r
ORDER BY r."_level", r."d8" ASC NULLS LAST, r."d1" ASC NULLS LAST
LIMIT 100002
