WITH _1 AS (
  SELECT j1."server_name" AS "d6", sum(f."amount") AS "p11"
  FROM "pay_order" AS f
  LEFT JOIN "dim_server" AS j1 ON f."server_id" = j1."server_id"
  GROUP BY 1
),
_2 AS (
  SELECT j1."server_name" AS "d6", sum(f."minutes") AS "p2"
  FROM "login_day" AS f
  LEFT JOIN "dim_server" AS j1 ON f."server_id" = j1."server_id"
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d6", sum("p11") AS "p11", sum("p2") AS "p2"
  FROM (
    SELECT "d6", "p11", NULL AS "p2"
    FROM _1
    UNION ALL
    SELECT "d6", NULL AS "p11", "p2"
    FROM _2
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d6", sum("p11") AS "p11", sum("p2") AS "p2"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d6", "p11", "p2"
  FROM _rows
)
SELECT r."d6", r."p11", r."p2"
FROM (
  SELECT "_level", "d6", coalesce("p11", 0) AS "p11", coalesce("p2", 0) AS "p2"
  FROM _levels
) AS r
ORDER BY r."_level", r."p11" DESC NULLS LAST, r."d6" ASC NULLS LAST
LIMIT 100002
