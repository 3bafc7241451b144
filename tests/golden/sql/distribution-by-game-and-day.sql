-- $1 = "不足 1"
-- $2 = "1 以上"
WITH _people AS MATERIALIZED (
  SELECT f."cgi" AS "d3", f."buy_date" AS "d1", f."cgi" AS "_game", f."player_id" AS "_player", count(*) AS "_value"
  FROM "buy" AS f
  WHERE f."buy_date" >= DATE '2026-01-01' AND f."buy_date" < DATE '2026-01-11' AND f."player_id" IS NOT NULL
  GROUP BY 1, 2, 3, 4
  HAVING count(*) FILTER (WHERE f."status" = 'paid') > 0
),
_rows AS MATERIALIZED (
  SELECT "d3", "d1", CASE WHEN "_value" IS NULL THEN 2 WHEN "_value" < 1 THEN 0 ELSE 1 END AS "_place", count(*) AS "n", sum("_value") AS "v"
  FROM _people
  GROUP BY 1, 2, 3
),
_total AS MATERIALIZED (
  SELECT (SELECT count(*) FROM (SELECT DISTINCT "_game", "_player" FROM _people) AS everybody) AS "n", coalesce(sum("v"), 0) AS "v"
  FROM _rows
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d3", NULL AS "d1", NULL AS "_place", NULL AS "b", "n", "v"
  FROM _total
  UNION ALL
  SELECT g."_level", g."d3", g."d1", b."_place", b."b", coalesce(c."n", 0) AS "n", CASE WHEN c."_place" IS NULL THEN 0 ELSE c."v" END AS "v"
  FROM (SELECT "d3", "d1", 1 AS "_level" FROM _rows GROUP BY 1, 2, 3) AS g
  CROSS JOIN (SELECT 0 AS "_place", CAST($1 AS VARCHAR) AS "b" UNION ALL SELECT 1 AS "_place", CAST($2 AS VARCHAR) AS "b" UNION ALL SELECT 2 AS "_place", NULL AS "b") AS b
  LEFT JOIN _rows AS c ON g."d3" IS NOT DISTINCT FROM c."d3" AND g."d1" IS NOT DISTINCT FROM c."d1" AND c."_place" = b."_place"
  WHERE b."_place" BETWEEN 1 AND 1 OR c."_place" IS NOT NULL
)
SELECT r."d3", r."d1", r."b", r."n", r."n_share", r."v"
FROM (SELECT l.*, l."n" / nullif(sum(l."n") OVER (PARTITION BY l."_level", l."d3", l."d1"), 0) AS "n_share" FROM _levels AS l CROSS JOIN _total AS t) AS r
ORDER BY r."_level", r."d3" ASC NULLS LAST, r."d1" DESC NULLS LAST, r."_place" ASC NULLS LAST
LIMIT 100002
