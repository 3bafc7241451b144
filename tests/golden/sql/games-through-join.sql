-- $1 = ["a"]
WITH _rows AS MATERIALIZED (
  SELECT j1."server_name" AS "d6", count(*) AS "p41"
  FROM "event_log" AS f
  LEFT JOIN "dim_server" AS j1 ON f."server_id" = j1."server_id"
  WHERE j1."cgi" IN (SELECT unnest(CAST($1 AS VARCHAR[])))
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d6", coalesce(sum("p41"), 0) AS "p41"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d6", "p41"
  FROM _rows
)
SELECT r."d6", r."p41"
FROM _levels AS r
ORDER BY r."_level", r."p41" DESC NULLS LAST, r."d6" ASC NULLS LAST
LIMIT 100002
