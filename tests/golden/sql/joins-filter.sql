-- $1 = ["华东"]
WITH _rows AS MATERIALIZED (
  SELECT j2."channel_type" AS "d9", sum(f."amount") AS "p11"
  FROM "pay_order" AS f
  LEFT JOIN "dim_channel" AS j2 ON f."channel" = j2."channel"
  LEFT JOIN "dim_server" AS j1 ON f."server_id" = j1."server_id"
  WHERE j1."region" IN (SELECT unnest(CAST($1 AS VARCHAR[])))
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d9", sum("p11") AS "p11"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d9", "p11"
  FROM _rows
)
SELECT r."d9", r."p11"
FROM (
  SELECT "_level", "d9", coalesce("p11", 0) AS "p11"
  FROM _levels
) AS r
ORDER BY r."_level", r."p11" DESC NULLS LAST, r."d9" ASC NULLS LAST
LIMIT 100002
