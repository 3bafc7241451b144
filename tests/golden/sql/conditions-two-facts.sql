-- $1 = ["y"]
-- $2 = ["3"]
WITH _1 AS (
  SELECT f."channel" AS "d4", sum(f."amount") AS "p11"
  FROM "pay_order" AS f
  WHERE (f."channel" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) OR f."server_id" IN (SELECT unnest(CAST($2 AS BIGINT[]))))
  GROUP BY 1
),
_2 AS (
  SELECT f."channel" AS "d4", sum(f."minutes") AS "p2"
  FROM "login_day" AS f
  WHERE (f."channel" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) OR f."server_id" IN (SELECT unnest(CAST($2 AS BIGINT[]))))
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d4", sum("p11") AS "p11", sum("p2") AS "p2"
  FROM (
    SELECT "d4", "p11", NULL AS "p2"
    FROM _1
    UNION ALL
    SELECT "d4", NULL AS "p11", "p2"
    FROM _2
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d4", sum("p11") AS "p11", sum("p2") AS "p2"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d4", "p11", "p2"
  FROM _rows
)
SELECT r."d4", r."p11", r."p2"
FROM (
  SELECT "_level", "d4", coalesce("p11", 0) AS "p11", coalesce("p2", 0) AS "p2"
  FROM _levels
) AS r
ORDER BY r."_level", r."p11" DESC NULLS LAST, r."d4" ASC NULLS LAST
LIMIT 100002
