-- $1 = ["a","c"]
WITH _rows AS MATERIALIZED (
  SELECT j1."server_name" AS "d6", sum(f."minutes") AS "p2"
  FROM "login_day" AS f
  LEFT JOIN "dim_server" AS j1 ON f."server_id" = j1."server_id" AND j1."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[])))
  WHERE f."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[])))
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d6", sum("p2") AS "p2"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d6", "p2"
  FROM _rows
)
SELECT r."d6", r."p2"
FROM (
  SELECT "_level", "d6", coalesce("p2", 0) AS "p2"
  FROM _levels
) AS r
ORDER BY r."_level", r."p2" DESC NULLS LAST, r."d6" ASC NULLS LAST
LIMIT 100002
